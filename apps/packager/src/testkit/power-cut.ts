// Loaded before a packager: ends it as a power cut would, at one moment of one build. POWER_CUT names the moment, the
// build and the version. Moments are calls of the operating system, so the packager itself knows nothing of this.
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

const moments = [
  'the wish is stored',
  'the file is there',
  'the evidence is written',
  'half a line is in the ledger',
  'the line is in the ledger',
  'the proposal has its name',
  'the statement is signed',
] as const;
export type Moment = (typeof moments)[number];
export const powerCuts: readonly Moment[] = moments;

export interface PowerCut {
  moment: Moment;
  build: string;
  version: string;
}

const install = (cut: PowerCut): void => {
  const { renameSync, writeSync } = fs;
  const { rename, writeFile } = promises;
  const at = (moment: Moment, isIt: boolean): void => {
    if (isIt && moment === cut.moment) process.kill(process.pid, 'SIGKILL');
  };
  const isState = (path: string, state: string): boolean =>
    basename(path) === `${cut.build}.json` && fs.readFileSync(path, 'utf8').includes(`"state":"${state}"`);
  Object.assign(fs, {
    renameSync: (from: string, to: string): void => {
      renameSync(from, to);
      at('the wish is stored', isState(to, 'waiting'));
      at('the file is there', isState(to, 'checking'));
      at('the statement is signed', to.endsWith(`${cut.build}/package.statement`));
    },
    writeSync: (file: number, text: string): number => {
      // Only the ledger is written in this way.
      const isLine = text.includes(`"version":"${cut.version}"`);
      if (isLine && cut.moment === 'half a line is in the ledger') {
        writeSync(file, text.slice(0, Math.ceil(Math.random() * (text.length - 1))));
        at('half a line is in the ledger', true);
      }
      return writeSync(file, text);
    },
  });
  Object.assign(promises, {
    writeFile: async (path: string, ...rest: [string, object?]): Promise<void> => {
      await writeFile(path, ...rest);
      at('the evidence is written', path.includes(`.${cut.build}-`) && path.endsWith('/evidence.json'));
    },
    rename: async (from: string, to: string): Promise<void> => {
      at('the line is in the ledger', basename(to) === cut.build);
      await rename(from, to);
      at('the proposal has its name', basename(to) === cut.build);
    },
  });
  syncBuiltinESMExports();
};

const asked = process.env['POWER_CUT'];
if (asked !== undefined) install(JSON.parse(asked) as PowerCut);
