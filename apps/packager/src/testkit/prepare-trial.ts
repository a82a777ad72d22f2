// Prepares what a JSON file asks for, four at a time: some mostly wait, and prints what keeps each.
import { readFileSync } from 'node:fs';
import { starterChannels } from '@patchkeep/starter/channels';
import { type Preparation, prepare } from '../prepare/prepare.ts';
import { loadRecipes, recipesFolder } from '../recipes/recipes.ts';

const [list = ''] = process.argv.slice(2);
const given = JSON.parse(readFileSync(list, 'utf8')) as Preparation[];
const recipes = loadRecipes(recipesFolder);
const results: string[][] = [];
const waiting = given.entries();
const work = async (): Promise<void> => {
  for (const [index, one] of waiting) {
    const { holds } = await prepare(one, starterChannels, recipes);
    results[index] = holds.map(({ name }) => name);
  }
};
await Promise.all([work(), work(), work(), work()]);
process.stdout.write(JSON.stringify(results));
