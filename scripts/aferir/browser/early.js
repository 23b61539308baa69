/**
 * Run before its cell has come to life. The page has the button from the beginning, and a script in its head, which
 * shows it, writes a press down in `data-early`; so nothing that a reader does is lost while the program is on its way.
 */

const WAITING = "[data-early]";
const PRESSED = '[data-early="pressed"]';

/**
 * Calls `act` at every such press, and at once when there was one before this code was here.
 *
 * @param {Document} page
 * @param {() => void} act
 */
export function onEarlyPress(page, act) {
  if (page.querySelector(PRESSED)) act();
  page.addEventListener("click", ({ target }) => isWaiting(target) && act(), true);
}

/**
 * Puts the tools that work in the place of the one that waited. Whoever stood on it stands on `heir`.
 *
 * @param {HTMLElement} place
 * @param {HTMLElement} heir
 * @param {Node[]} tools
 * @returns {boolean}  whether it had been pressed
 */
export function takeOver(place, heir, tools) {
  const early = place.querySelector(WAITING);
  const hadFocus = early !== null && early === document.activeElement;
  const wasPressed = early?.matches(PRESSED) ?? false;
  place.replaceChildren(...tools);
  if (hadFocus) heir.focus({ preventScroll: true });
  return wasPressed;
}

/** @param {EventTarget | null} target */
function isWaiting(target) {
  return target instanceof HTMLElement && target.closest(WAITING) !== null;
}
