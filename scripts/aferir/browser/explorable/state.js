/**
 * The states of an explorable, apart from any page: which frame belongs to a choice, and how a choice stands in an
 * address (`#rules:head=2;mask=causal`).
 *
 * @typedef {object} Control  something the reader sets
 * @property {string} name
 * @property {string} label
 * @property {"slider" | "buttons" | "choose"} kind
 * @property {[string, string][]} options  key and label
 * @property {number} initial
 *
 * @typedef {object} PanelData
 * @property {string} name
 * @property {string} kind
 * @property {number[]} on  the controls that it depends on
 * @property {any[]} frames  what it shows, each once; null where it is absent
 * @property {number[]} at  the frame of each combination of those controls, the last changing fastest
 *
 * @typedef {{controls: Control[], panels: PanelData[]}} ExplorableData
 * @typedef {{pool: any[], explorables: Record<string, ExplorableData>}} StatesFile
 * @typedef {number[]} Choice  the number of the option of each control
 */

/** @param {Control[]} controls */
export function initialChoice(controls) {
  return controls.map(({ initial }) => initial);
}

/**
 * The number of the frame that a panel shows.
 *
 * @param {PanelData} panel
 * @param {Control[]} controls
 * @param {Choice} choice
 */
export function frameNumber({ on, at }, controls, choice) {
  return at[on.reduce((place, control) => place * controls[control].options.length + choice[control], 0)];
}

/**
 * Puts in its place what stands in the pool (`{"$": 3}`). What two frames share is then one object in both.
 *
 * @param {any[]} pool
 * @returns {(value: any) => any}
 */
export function wholeWith(pool) {
  /** @type {Map<number, any>} */
  const made = new Map();
  /** @type {(place: number) => any} */
  const shared = (place) => {
    if (!made.has(place)) made.set(place, whole(pool[place]));
    return made.get(place);
  };
  /** @type {(value: any) => any} */
  const whole = (value) => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(whole);
    if ("$" in value) return shared(value.$);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, whole(part)]));
  };
  return whole;
}

// ── Addresses ───────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * What a fragment says of an explorable, null when it is that of a heading.
 *
 * @param {string} hash  with its `#`
 * @returns {{name: string, settings: string} | null}
 */
export function readFragment(hash) {
  const found = /^#([a-z][a-z0-9_]*):(.*)$/.exec(hash);
  return found ? { name: found[1], settings: decoded(found[2]) } : null;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The choice that settings describe; what they leave out, or name wrongly, is as at first.
 *
 * @param {string} settings
 * @param {Control[]} controls
 * @returns {Choice}
 */
export function readSettings(settings, controls) {
  const given = new Map(settings.split(";").map((part) => /** @type {[string, string]} */ (part.split("=", 2))));
  return controls.map(({ name, options, initial }) => {
    const found = options.findIndex(([key]) => key === given.get(name));
    return found < 0 ? initial : found;
  });
}

/**
 * The settings of a choice: what is not as at first.
 *
 * @param {Choice} choice
 * @param {Control[]} controls
 */
export function writeSettings(choice, controls) {
  return controls
    .flatMap(({ name, options, initial }, i) => (choice[i] === initial ? [] : [`${name}=${options[choice[i]][0]}`]))
    .join(";");
}

/**
 * A choice in words, `head: 2 · mask: causal`, of the controls named, or of all.
 *
 * @param {Choice} choice
 * @param {Control[]} controls
 * @param {(control: Control, index: number) => boolean} [wanted]
 */
export function inWords(choice, controls, wanted = () => true) {
  const parts = controls.map((control, i) => (wanted(control, i) ? `${control.label}: ${control.options[choice[i]][1]}` : ""));
  return parts.filter(Boolean).join(" · ");
}
