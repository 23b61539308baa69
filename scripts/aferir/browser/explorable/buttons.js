/** A control as a row of buttons, one of which is down: radio buttons, so that arrow keys go from one to the next. */

import { element } from "../dom.js";
import { rich } from "./rich.js";

/**
 * @typedef {object} ControlView
 * @property {HTMLElement} element
 * @property {(index: number) => void} show
 *
 * @param {import("./state.js").Control} control
 * @param {{id: string, onChange: (index: number) => void}} options  `id` is of this control alone on its page
 * @returns {ControlView}
 */
export function buttons({ label, options }, { id, onChange }) {
  const inputs = options.map(([key], i) =>
    element("input", { type: "radio", name: id, value: key, onchange: () => onChange(i) }),
  );
  const labels = options.map(([, text], i) =>
    element("label", { class: "option-button" }, inputs[i], element("span", {}, ...rich(text))),
  );
  const group = element("div", { class: "option-row" }, ...labels);
  return {
    element: element("fieldset", { class: "explorable-control" }, element("legend", {}, ...rich(label)), group),
    show(index) {
      inputs[index].checked = true;
    },
  };
}
