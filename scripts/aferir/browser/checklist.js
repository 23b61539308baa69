/**
 * When a project is done: a list whose items the reader ticks. The ticks stay in this browser.
 *
 * @typedef {import("./store.js").Store} Store
 */

import { element } from "./dom.js";

/**
 * @param {HTMLElement} list  `.done-when` of the page
 * @param {{store: Store, lesson: string}} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function checklist(list, { store, lesson }) {
  const key = `tasks:${lesson}:${list.dataset.tasks}`;
  const items = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(":scope > [data-task]")]);
  const boxes = items.map((item) => {
    const box = element("input", { type: "checkbox" });
    labelled(item, box);
    return box;
  });
  const show = () => {
    const kept = store.read(key);
    for (const [i, box] of boxes.entries()) box.checked = Array.isArray(kept) && kept.includes(items[i].dataset.task);
  };
  show();
  const keep = () => {
    const ticked = items.filter((_, i) => boxes[i].checked).map((item) => item.dataset.task);
    if (ticked.length) store.write(key, ticked);
    else store.remove(key);
  };
  list.addEventListener("change", keep);
  list.classList.add("is-live");
  const unfollow = store.follow(key, show);
  return { element: list, destroy: () => (unfollow(), list.removeEventListener("change", keep)) };
}

/**
 * The first paragraph of an item as the label of its box.
 *
 * @param {HTMLElement} item
 * @param {HTMLInputElement} box
 */
function labelled(item, box) {
  const first = item.firstElementChild;
  const isLoose = first?.tagName === "P" && [...item.childNodes].find((node) => node.textContent?.trim()) === first;
  const holder = isLoose ? /** @type {HTMLElement} */ (first) : item;
  const nodes = [...holder.childNodes];
  const inner = isLoose ? nodes : nodes.slice(0, firstBlock(nodes));
  holder.prepend(element("label", { class: "task" }, box, element("span", {}, ...inner)));
}

/** @param {ChildNode[]} nodes */
function firstBlock(nodes) {
  const at = nodes.findIndex((node) => ["UL", "OL", "P", "DIV", "PRE"].includes(node.nodeName));
  return at < 0 ? nodes.length : at;
}
