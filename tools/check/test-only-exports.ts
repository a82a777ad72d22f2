import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

const isSource = /\.tsx?$/;
const isProduct = /^(apps|packages)\/[^/]+\/src\//;
/** Tests and what they are made of. Tools and benches are users like the product: they run it. */
const isTest = /\.(test|e2e|factory)\.tsx?$|\/testkit\/|^e2e\//;

/** Exports that only tests use all the same, each with its reason. */
const kept = new Map([
  ['packages/contract/src/api.ts allEndpoints', 'the census tests look at every endpoint'],
  ['packages/contract/src/api.ts detachedEndpoints', 'the census tests look at every endpoint'],
  ['packages/contract/src/api.ts scimEndpoints', 'the census tests look at every endpoint'],
  ['packages/contract/src/agent/protocol.ts allAgentEndpoints', 'the census tests look at every endpoint'],
  ['packages/rules/src/deployments/choices.ts choose', 'for the screen Create Job, which is to come'],
  ['packages/rules/src/deployments/job-title.ts jobComment', 'for the screen Create Job, which is to come'],
  ['packages/rules/src/deployments/options.ts argumentsOf', 'for choices of jobs, which are to come'],
  ['packages/rules/src/install-settings/completeness.ts isConfigured', 'for choices of jobs, which are to come'],
  [
    'packages/orders/src/custom/approval.ts challengeOf',
    'for signing custom software at the console, which is to come',
  ],
]);

interface Import {
  file: string;
  /** `*` is every export. */
  name: string;
}
interface Source {
  imports: Import[];
  /** Values by the name they are exported under; what is passed on says from where. */
  exports: Map<string, Import | undefined>;
  /** Exports that the file itself uses. */
  usedInside: Set<string>;
}

/** The file an import names; undefined for a package of others. */
const fileOf = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const own = /^@patchkeep\/([a-z-]+)\/(.+)$/.exec(specifier);
  return own ? `packages/${own[1]}/src/${own[2]}.ts` : undefined;
};

const read = (file: string, text: string): Source => {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const words = isProduct.test(file) && !isTest.test(file) ? text.split(/[^\w$]+/) : [];
  const source: Source = { imports: [], exports: new Map(), usedInside: new Set() };
  const add = (specifier: string, name: string): void => {
    const imported = fileOf(file, specifier);
    if (imported !== undefined) source.imports.push({ file: imported, name });
  };
  for (const { moduleRequest, entries } of staticImports)
    for (const { importName } of entries) add(moduleRequest.value, importName.name ?? '*');
  for (const { moduleRequest } of dynamicImports) add(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), '*');
  for (const { exportName, importName, localName, moduleRequest, isType } of staticExports.flatMap(
    (each) => each.entries,
  )) {
    const from = moduleRequest ? fileOf(file, moduleRequest.value) : undefined;
    if (exportName.name === null) add(moduleRequest?.value ?? '', '*');
    else if (!isType)
      source.exports.set(exportName.name, from ? { file: from, name: importName.name ?? '*' } : undefined);
    if (words.indexOf(localName.name ?? '') !== words.lastIndexOf(localName.name ?? ''))
      source.usedInside.add(exportName.name ?? '');
  }
  return source;
};

/** What these files use, also by way of files that pass it on. */
const usesOf = (users: readonly string[], sources: ReadonlyMap<string, Source>): Set<string> => {
  const used = new Set<string>();
  const open = users.flatMap((file) => sources.get(file)?.imports ?? []);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { file, name } = next;
    const key = `${file} ${name}`;
    if (used.has(key)) continue;
    used.add(key);
    const exports = sources.get(file)?.exports ?? new Map<string, Import | undefined>();
    if (name === '*') open.push(...[...exports.keys()].map((each) => ({ file, name: each })));
    const passedOn = exports.get(name);
    if (passedOn) open.push(passedOn);
  }
  return used;
};

/**
 * Exports of the product that only tests import and that their own file does not use either: code that nobody runs. A
 * part of something that runs may be exported for its test.
 */
export function findExportsOfTests(tree: string, files: string[]): string[] {
  const sources = new Map(
    files
      .filter((file) => isSource.test(file))
      .map((file) => [file, read(file, readFileSync(join(tree, file), 'utf8'))]),
  );
  const names = [...sources.keys()];
  const used = usesOf(
    names.filter((file) => !isTest.test(file)),
    sources,
  );
  const tested = usesOf(
    names.filter((file) => isTest.test(file)),
    sources,
  );
  return names
    .filter((file) => isProduct.test(file) && !isTest.test(file))
    .flatMap((file) =>
      [...(sources.get(file)?.exports.keys() ?? [])]
        .filter((name) => tested.has(`${file} ${name}`) && !used.has(`${file} ${name}`))
        .filter((name) => !sources.get(file)?.usedInside.has(name) && !kept.has(`${file} ${name}`))
        .map((name) => `${file}: only tests use ${name}`),
    );
}
