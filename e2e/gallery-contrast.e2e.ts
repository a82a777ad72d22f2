import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Gallery, type Look, startGallery, themes } from './support/gallery.ts';

let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery();
});

afterAll(() => gallery?.stop());

type Colours = Record<string, [red: number, green: number, blue: number]>;

const grounds = ['page', 'canvas', 'raised', 'sel'];
const states = ['ok', 'eol', 'ins', 'zd', 'info', 'neu'];
const on = (front: string, backs: readonly string[]) => backs.map((back) => [front, back] as const);

const texts = [
  ...on('text', [...grounds, 'hover', ...states.map((state) => `${state}-bg`)]),
  ...on('muted', [...grounds, 'hover']),
  ...on('accent', grounds),
  ...on('on-accent', ['accent', 'accent-hover']),
  ...on('on-danger', ['danger', 'danger-hover']),
  ...states.flatMap((state) => on(`${state}-fg`, [`${state}-bg`, 'page'])),
];
const edges = [
  ...on('ctrl', grounds),
  ...on('focus', grounds),
  ...['ok', 'eol', 'ins', 'zd', 'reg', 'sec'].flatMap((state) => on(`${state}-ch`, ['page'])),
];
const names = [...new Set([...texts, ...edges].flat())];

/** What the browser makes of the tokens, after every theme and wish has had its say. */
const readColours = (page: Page) =>
  page.evaluate<Colours>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const read = (name) => {
      probe.style.color = 'var(--' + name + ')';
      return getComputedStyle(probe).color.match(/\\d+/g).map(Number);
    };
    return Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, read(name)]));
  })()`);

/** As WCAG 2 defines it. */
function luminance(colour: readonly number[] | undefined): number {
  const [red = 0, green = 0, blue = 0] = (colour ?? []).map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function tooFaint(colours: Colours, pairs: readonly (readonly [string, string])[], least: number): string[] {
  return pairs.flatMap(([front, back]) => {
    const [low = 0, high = 0] = [front, back].map((name) => luminance(colours[name])).toSorted((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    return ratio < least ? [`${front} on ${back}: ${ratio.toFixed(2)}`] : [];
  });
}

async function coloursOf(look: Look): Promise<Colours> {
  let colours: Colours = {};
  await gallery.walk(look, async (page) => {
    colours = await readColours(page);
  });
  return colours;
}

test.each(themes)('in the %s theme text reads at 4.5 or more and edges show at 3 or more', async (theme) => {
  const colours = await coloursOf({ theme });
  expect(tooFaint(colours, texts, 4.5)).toEqual([]);
  expect(tooFaint(colours, edges, 3)).toEqual([]);
});

test('who asks the system for contrast gets the colours of who chooses high contrast here', async () => {
  expect(await coloursOf({ theme: 'system', wishes: { contrast: 'more' } })).toEqual(await coloursOf({ theme: 'hc' }));
});

test('green is drawn in another shade in high contrast [SHELL-33]', async () => {
  const [light, dark, hc] = await Promise.all(themes.map((theme) => coloursOf({ theme })));
  expect(hc?.['ok-fg']).toEqual([0, 255, 213]);
  expect(light?.['ok-fg']).not.toEqual(hc?.['ok-fg']);
  expect(dark?.['ok-fg']).not.toEqual(hc?.['ok-fg']);
});
