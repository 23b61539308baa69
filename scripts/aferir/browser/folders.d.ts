/** `folders.js` is written by the build: where the third-party folders lie, and what the runtime weighs. */
export const folders: { pyodide: string; drawing: string; editor: string };
export const runtime: {
  /** Sum of `files`. */
  bytes: number;
  /** File name -> bytes, unpacked. */
  files: Record<string, number>;
  /** Time limit of one request in the browser. */
  seconds: number;
  /** Bytes as they travel, compressed; shown to the reader in place of `bytes` when known. */
  transfer?: number;
};
/** What a first drawing loads besides: Matplotlib, its needs, the typeface of figures. */
export const drawing: { bytes: number; files: Record<string, number> };
