import type { TestProject } from 'vitest/node';
import { givenTemplate, raiseTemplate } from './template.ts';

/** One cluster for the whole run, with a template that each test file clones. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { port, template, stop } = givenTemplate() ?? (await raiseTemplate());
  project.provide('postgres', { port, template });
  return stop;
};
