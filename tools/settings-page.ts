import { writeFileSync } from 'node:fs';
import { settingsPage } from '../apps/server/src/platform/config/settings-page.ts';

/** `npm run docs:settings`: writes the page that a test holds equal to the settings. */
writeFileSync(new URL('../docs/operators/settings.md', import.meta.url), settingsPage());
