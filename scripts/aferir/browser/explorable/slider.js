/** A control as a slider over its options; what is read out is the option's label, not its number. */

import { element } from "../dom.js";
import { rich } from "./rich.js";

/**
 * @param {import("./state.js").Control} control
 * @param {{id: string, onChange: (index: number) => void}} options
 * @returns {import("./buttons.js").ControlView}
 */
export function slider({ label, options }, { id, onChange }) {
  const last = options.length - 1;
  const input = element("input", { type: "range", id, min: 0, max: last, step: 1, oninput: () => onChange(Number(input.value)) });
  const output = element("output", { for: id });
  return {
    element: element("div", { class: "explorable-control control-slider" }, element("label", { for: id }, ...rich(label)), input, output),
    show(index) {
      const [, text] = options[index];
      input.value = String(index);
      input.setAttribute("aria-valuetext", text);
      output.replaceChildren(...rich(text));
    },
  };
}
