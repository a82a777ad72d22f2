import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

/** The rules whose answer depends on colours. A theme changes colours only, so a second theme needs no others. */
const colourRules = ['color-contrast', 'link-in-text-block'];
/** The rules about the page as a whole. */
const pageRules = ['landmark-one-main', 'page-has-heading-one'];

/** An open menu or list hides the page from screen readers. Axe only guesses that from what lies at five points. */
const isPageHidden = `!!document.querySelector('main')?.closest('[aria-hidden=true], [inert]')
  && !!document.querySelector('[role=menu], [role=listbox], [role=dialog]')`;

/**
 * Text whose colours are worth looking at: of the texts with one colour, size, weight and background, the first three.
 * Contrast is most of what axe costs, and a list of a thousand cells has a dozen such combinations.
 */
const samples = `(() => {
  const grounds = new Map();
  const groundOf = (element) => {
    if (!element) return '';
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity].join(' ');
    const isClear = own === 'rgba(0, 0, 0, 0) none 1';
    const ground = isClear ? groundOf(element.parentElement) : own + ' / ' + groundOf(element.parentElement);
    grounds.set(element, ground);
    return ground;
  };
  const hasText = (element) =>
    /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const counts = new Map();
  return [...document.body.querySelectorAll('*')].filter((element) => {
    if (element.closest('[data-live-announcer]') || !hasText(element) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const key = [element.tagName, color, fontSize, fontWeight, groundOf(element)].join(' ');
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= 3;
  });
})()`;

/**
 * What axe finds wrong on the page as it stands, target sizes included, one line each. What screen readers were told is
 * left out: it stays for seven seconds and may name an element that has gone since.
 */
export const findViolations = async (page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> => {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axeSource);
  const leftOut = (await page.evaluate<boolean>(isPageHidden)) ? pageRules : [];
  const rules = Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }]));
  const [context, chosen] =
    which === 'all'
      ? [`{ exclude: ['[data-live-announcer]'] }`, { rules: { ...rules, 'target-size': { enabled: true } } }]
      : [`{ include: ${samples} }`, { runOnly: { type: 'rule', values: colourRules } }];
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${context}, ${JSON.stringify({ resultTypes: ['violations'], preload: false, ...chosen })})`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
};
