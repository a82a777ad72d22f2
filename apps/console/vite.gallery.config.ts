import { defineConfig } from 'vite';
import consoleConfig from './vite.config.ts';

/** The gallery is built apart, so that nothing of it can reach the console's own pages. */
export default defineConfig({
  ...consoleConfig,
  base: './',
  // Nothing of the console's public folder belongs here.
  publicDir: false,
  build: {
    ...consoleConfig.build,
    outDir: 'dist-gallery',
    rolldownOptions: { input: { gallery: 'gallery.html' } },
  },
});
