import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { inlineMarkdown } from './inline-markdown.tsx';

it.each([
  ['Plain text.', 'Plain text.'],
  ['Run `npm run demo` once.', 'Run <code>npm run demo</code> once.'],
  ['**Operators:** read [the limits](../operators/signing.md#limits).', '<strong>Operators:</strong> read the limits.'],
  ['`a` and `b`', '<code>a</code> and <code>b</code>'],
  ['A lone ` and <b>markup</b>', 'A lone ` and &lt;b&gt;markup&lt;/b&gt;'],
])('draws %j', (text, markup) => {
  expect(renderToStaticMarkup(<>{inlineMarkdown(text)}</>)).toBe(markup);
});
