/** Firefox as Debian packages it, driven by WebDriver BiDi, and a fresh reader in it who notes what the page does. */

import puppeteer from "puppeteer-core";

export const SITE = process.env.AFERIR_SITE; // the served site, with its final slash
export const LESSON = "split-then-sum";
const STARTED = 90_000; // ms

/** @returns {Promise<import("puppeteer-core").Browser>} */
export function openFirefox() {
  return puppeteer.launch({ browser: "firefox", executablePath: process.env.AFERIR_FIREFOX, headless: true });
}

/**
 * A fresh reader. What no test may see: a request to another host, a page error, an error in the console.
 *
 * @param {import("puppeteer-core").Browser} browser
 */
export async function visit(browser) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(STARTED);
  await page.setViewport({ width: 1280, height: 900 });
  const [requests, complaints] = [[], []];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (said) => said.type() === "error" && complaints.push(said.text()));
  const foreign = () => requests.filter((url) => url.startsWith("http") && !url.startsWith(new URL(SITE).origin));
  return {
    ...{ page, requests },
    python: () => requests.filter((url) => url.includes("/pyodide-")),
    faults: () => [...foreign(), ...complaints],
    close: () => context.close(),
  };
}

/**
 * A lesson with its cells brought to life.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {string} language
 */
export async function openLesson(page, language) {
  await page.goto(`${SITE}${language}/${LESSON}/`);
  await page.waitForSelector("figure.cell .tool-run");
}

/**
 * The interface texts of a language, as the site publishes them.
 *
 * @param {import("puppeteer-core").Page} page  on a lesson
 * @param {string} language
 * @returns {Promise<(message: string) => string>}
 */
export async function textsOf(page, language) {
  const main = await page.$eval("script[src*='/aferir-'][src$='main.js']", (script) => script.src);
  const texts = await (await fetch(new URL(`strings/${language}.json`, main))).json();
  return (message) => texts[message] ?? message;
}

/**
 * Presses Run and waits until the cell has ended; what it says then.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {string} name  of the cell
 */
export async function runCell(page, name) {
  const cell = `figure.cell[data-cell="${name}"]`;
  await page.$eval(`${cell} .tool-note`, (line) => line.replaceChildren());
  await press(page, `${cell} .tool-run`);
  await ended(page, cell);
  return page.$eval(`${cell} .tool-note`, (line) => line.textContent);
}

/**
 * @param {import("puppeteer-core").Page} page
 * @param {string} cell
 */
export function ended(page, cell) {
  const isOver = (/** @type {string} */ selector) => {
    const found = document.querySelector(selector);
    return found.querySelector(".tool-run") && found.querySelector(".tool-note").textContent;
  };
  return page.waitForFunction(isOver, {}, cell);
}

/**
 * A click as a reader makes it: what is below the fold, or under the header, comes into view first.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {string} selector
 */
export async function press(page, selector) {
  await page.waitForSelector(selector);
  await page.$eval(selector, (one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
  await page.locator(selector).click(); // waits until it is shown, enabled and at rest
}

/**
 * Replaces the text of an editor by typing.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {string} box
 * @param {string} code
 */
export async function typeCode(page, box, code) {
  await selectAll(page, box);
  await page.keyboard.type(code);
}

/**
 * Replaces the text of an editor by pasting.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {string} box
 * @param {string} code
 */
export async function pasteCode(page, box, code) {
  await selectAll(page, box);
  await page.evaluate((code) => navigator.clipboard.writeText(code), code);
  await withControl(page, "v");
}

/**
 * @param {import("puppeteer-core").Page} page
 * @param {string} box
 */
async function selectAll(page, box) {
  await press(page, `${box} .cm-content`);
  await withControl(page, "a");
}

/**
 * @param {import("puppeteer-core").Page} page
 * @param {import("puppeteer-core").KeyInput} key
 */
export async function withControl(page, key) {
  await page.keyboard.down("Control");
  await page.keyboard.press(key);
  await page.keyboard.up("Control");
}

/** @param {import("puppeteer-core").Page} page */
export const focused = (page) => page.evaluate(() => document.activeElement?.className ?? "");
