import { z } from 'zod';
import { settings } from './config.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

const defaultOf = (schema: z.ZodType): string => {
  const filled = z.object({ value: schema }).safeParse({});
  if (!filled.success) return 'required';
  const value = filled.data.value;
  return value === undefined ? 'unset' : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
};

/** The operators' page of settings, made from the settings themselves so that it cannot fall behind. */
export const settingsPage = (): string =>
  [
    '# Settings',
    '',
    'Every setting is an environment variable that begins with `PATCHKEEP_`. A misspelt one stops the start instead of being ignored. `NAME_FILE` names a file that holds the value of `NAME`.',
    '',
    'This page is made by `npm run docs:settings`.',
    '',
    '| Variable | Default | What it does |',
    '| --- | --- | --- |',
    ...Object.entries(settings).map(
      ([name, schema]) => `| \`${name}\` | ${defaultOf(schema)} | ${cell(schema.description ?? '')} |`,
    ),
    '',
  ].join('\n');
