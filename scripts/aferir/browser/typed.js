/**
 * A response under the type that its file has: some hosts call modules text, and WebAssembly anything. One of the right
 * type, with parameters or without, is the same response: what a browser has compiled of it is found again.
 *
 * @param {Response} response
 * @param {string} type
 */
export function typed(response, type) {
  const given = response.headers.get("content-type") ?? "";
  const isRight = given === type || given.split(";")[0].trim() === type;
  return isRight ? response : new Response(response.body, { headers: { "content-type": type } });
}
