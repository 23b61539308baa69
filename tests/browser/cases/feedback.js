/** Verdicts as the worker sends them, one exported function per case; see ../feedback.test.js. */

const check = (name, title, status, facts = {}) => ({
  ...{ name, title, status },
  ...{ message: "", call: "", got: "", expected: "", why: "", ...facts },
});

const FACTS = {
  message: "`A[0, 0, 1]` is 0.2; it should be 0.3.",
  call: "X = np.ones((2, 4))\nmulti_head(X, Wq, Wk, Wv, Wo, 1)",
  got: "A[0, 0] = [0.2, 0.8]",
  expected: "A[0, 0] = [0.3, 0.7]",
  why: "The divisor is the root of `d_k`.",
};

export const passed = () => ({
  status: "passed",
  summary: "Your function agrees with the reference.",
  checks: [check("pair", "Returns a pair", "passed"), check("shape", "`A` has shape `(h, T, T)`", "passed")],
  misconception: null,
  printed: "",
});

export const failed = () => ({
  status: "failed",
  summary: "1 of 4 checks passes; begin with the first that fails.",
  checks: [
    check("pair", "Returns a pair", "passed"),
    check("values", "The maps agree", "failed", FACTS),
    check("scale", "The divisor", "failed", { message: "Too flat." }),
    check("huge", "Huge scores", "skipped"),
  ],
  misconception: null,
  printed: "",
});

export const misconception = () => ({
  ...failed(),
  misconception: { name: "scale_d_k", message: "You divide by `d_k`; the divisor is its square root." },
  printed: "shape (2, 4)\n<b>not a tag</b>\n",
});

export const ours = () => ({
  status: "error",
  summary: "The grader failed; that is our fault, not your code's.",
  checks: [],
  misconception: null,
  printed: "",
});

export const hostile = () => ({
  status: "failed",
  summary: "<script>alert(1)</script>",
  checks: [check("pair", "<img src=x>", "failed", { got: "</pre><script>1</script>" })],
  misconception: { name: "x", message: "<i>`<b>`</i>" },
  printed: "",
});
