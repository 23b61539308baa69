/** `version.js` is written by the build into the service worker: the list that it answers from. */
export const LIST: {
  /** Path from the root of the site; it carries the hash. */
  path: string;
  sha256: string;
};
