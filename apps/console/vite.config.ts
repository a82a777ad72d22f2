import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The plain paths of the product and the page each is served from; the server knows the same three. */
const plainPaths: Record<string, string> = {
  '/login': '/login.html',
  '/patchpro/admin_consent': '/return.html',
  '/azure/azure-integration': '/return.html',
};

const servePlainPaths = (): Plugin => ({
  name: 'plain-paths',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const [path = '', query] = (request.url ?? '').split('?', 2);
      const page = plainPaths[path.startsWith('/login/sso/') ? '/login' : path];
      if (page) request.url = query === undefined ? page : `${page}?${query}`;
      next();
    });
  },
});

/** The console speaks English; the component library brings its few words in thirty more languages. */
const dropUnusedLocales = (): Plugin => ({
  name: 'drop-unused-locales',
  enforce: 'pre',
  load: {
    // Pattern: read while building, over the names of our own dependencies' files.
    filter: { id: /react-(aria|stately|aria-components)\/.*\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/ },
    handler: () => 'export default undefined;',
  },
});

/**
 * Of the common passwords the first ten thousand, and those that are long enough to be chosen here: the whole list is
 * five times as large and makes no password weaker that was not weak already. The words of dice lists are not needed.
 */
const shortenWordLists = (): Plugin => ({
  name: 'shorten-word-lists',
  enforce: 'pre',
  load: {
    // Pattern: read while building, over the names of our own dependencies' files.
    filter: { id: /@zxcvbn-ts\/language-common\/dist\/(passwords|diceware)\.json\.mjs$/ },
    async handler(id) {
      if (id.includes('diceware')) return 'export default [];';
      const { dictionary } = await import('@zxcvbn-ts/language-common');
      const words = dictionary['passwords-common'].map(String).filter((word, i) => i < 10_000 || word.length >= 15);
      return `export default ${JSON.stringify(words.join(' '))}.split(' ');`;
    },
  },
});

/** The sentence that describes an endpoint stands in the API's document; a browser never reads it. */
const dropSummaries = (): Plugin => ({
  name: 'drop-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/contract\/src\/[\w-]+\.ts$/ },
    // Pattern: read while building, over our own sources.
    handler: (code) => ({ code: code.replaceAll(/^ +summary:\s+'[^'\n]*',\n/gm, ''), map: null }),
  },
});

/**
 * The validator can also describe its schemas as JSON Schema, which the server does for the API's document. Each schema
 * refers to that code, so it would be part of every first screen (5 KB gzipped); here nothing calls it.
 */
const dropJsonSchema = (): Plugin => ({
  name: 'drop-json-schema',
  apply: 'build',
  enforce: 'pre',
  transform: {
    // Pattern: read while building, over the names of our own dependencies' files.
    filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
    handler(code) {
      // The part before the processors of each type reads the bounds of a schema, which forms use.
      const [bounds = '', rest] = code.split(/^(?=export const stringProcessor)/m);
      const dropped = rest === undefined ? bounds : rest;
      const names = [...dropped.matchAll(/^export (?:function|const) (\w+)/gm)].map((match) => match[1]);
      if (names.length < 5) throw new Error('The validator has changed: its JSON Schema code was not found.');
      const kept = rest === undefined ? 'const process = () => undefined;\nexport { process };\n' : bounds;
      return { code: kept + names.map((name) => `export const ${name} = () => undefined;\n`).join(''), map: null };
    },
  },
});

const api = process.env['PATCHKEEP_DEV_API'];

export default defineConfig({
  plugins: [react(), servePlainPaths(), dropUnusedLocales(), shortenWordLists(), dropSummaries(), dropJsonSchema()],
  appType: 'mpa',
  server: { ...(api && { proxy: { '/api': { target: api, changeOrigin: false } } }) },
  build: {
    target: 'es2024',
    manifest: true,
    // Every browser that runs the console preloads modules by itself.
    modulePreload: { polyfill: false },
    // An inlined asset would need data: addresses, which the page's policy does not allow.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: 'index.html', login: 'login.html', return: 'return.html' } },
  },
});
