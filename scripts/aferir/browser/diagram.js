/**
 * Diagrams written as text in a page's source, drawn by Mermaid from our own folder in the page's colours. The text
 * stays readable when the drawing does not come.
 */

import { element } from "./dom.js";

/**
 * @param {HTMLElement} source  `pre.diagram`, its text the diagram
 * @param {{load: () => Promise<any>}} options  the module that holds Mermaid
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function diagram(source, { load }) {
  const frame = element("figure", { class: "diagram" });
  const draw = async () => {
    try {
      frame.replaceChildren(await drawn(await load(), source.textContent ?? ""));
      source.hidden = true;
    } catch (error) {
      console.error("aferir: a diagram could not be drawn", error);
      source.hidden = false;
    }
  };
  source.after(frame);
  draw();
  const scheme = new MutationObserver(draw); // light and dark are exchanged by an attribute of the body
  scheme.observe(document.body, { attributes: true, attributeFilter: ["data-md-color-scheme"] });
  return { element: frame, destroy: () => scheme.disconnect() };
}

/**
 * @param {any} mermaid
 * @param {string} text
 * @returns {Promise<Node>}
 */
async function drawn({ default: mermaid }, text) {
  mermaid.initialize({ startOnLoad: false, securityLevel: "strict", theme: "base", themeVariables: colours() });
  const { svg } = await mermaid.render(`diagram-${crypto.getRandomValues(new Uint32Array(1))[0]}`, text);
  const parsed = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (!parsed) throw new Error("no drawing");
  return document.importNode(parsed, true);
}

/** The page's colours under Mermaid's names. */
function colours() {
  const style = getComputedStyle(document.body);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const [paper, ink, rule, code] = ["--af-paper", "--af-ink", "--af-rule", "--af-code-paper"].map(colour);
  return {
    ...{ background: paper, primaryColor: code, primaryTextColor: ink, primaryBorderColor: rule },
    ...{ lineColor: colour("--af-muted"), textColor: ink, secondaryColor: paper, tertiaryColor: paper },
    ...{ fontFamily: colour("--af-sans"), fontSize: "15px" },
  };
}
