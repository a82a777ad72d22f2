// `npm run build:agent`: one executable per system. Arguments name what to build: linux, windows, deb, msi; all without any.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { buildDeb } from './packaging/deb.ts';
import { buildMsi, buildService } from './packaging/msi.ts';
import { windowsNode } from './packaging/windows-node.ts';

const home = import.meta.dirname;
const dist = join(home, 'dist');
const bundle = join(dist, 'agent.cjs');

/** Everything in one file: a single executable has no folder to import from. */
const bundleAgent = () =>
  build({
    configFile: false,
    root: home,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'src/main.ts',
      outDir: dist,
      emptyOutDir: false,
      minify: true,
      target: 'node26',
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'agent.cjs', codeSplitting: false } },
    },
  });

/** Puts the bundle into a copy of a Node: the running one, or another system's of the same version. */
const makeExecutable = (name: string, executable?: string): void => {
  const config = join(dist, `${name}.sea.json`);
  const settings = {
    main: bundle,
    output: join(dist, name),
    ...(executable !== undefined && { executable }),
    disableExperimentalSEAWarning: true,
    // Both are made by the running Node and would not fit another system's.
    useCodeCache: false,
    useSnapshot: false,
    // An agent lives among other people's work: small heaps, collected often. NODE_OPTIONS of the host stay outside.
    execArgv: ['--max-semi-space-size=1', '--max-old-space-size=128'],
    execArgvExtension: 'none',
  };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(process.execPath, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  rmSync(config);
};

const steps: Record<string, () => void> = {
  linux: () => makeExecutable('patchkeep-agent'),
  windows: () => {
    makeExecutable('patchkeep-agent.exe', windowsNode());
    buildService(dist);
  },
  deb: () => buildDeb(dist),
  msi: () => buildMsi(dist),
};

const targets = process.argv.slice(2);
mkdirSync(dist, { recursive: true });
await bundleAgent();
for (const [name, step] of Object.entries(steps)) {
  if (targets.length > 0 && !targets.includes(name)) continue;
  const started = performance.now();
  step();
  console.error(`${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}
