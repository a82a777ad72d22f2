import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Recipe, readRecipes } from './recipe.ts';

/** The recipes that the packager ships with: reviewed, in git, none of them from a server. */
export const recipesFolder = join(import.meta.dirname, '../../recipes');

/** The recipes of a folder, by their channel. */
export const loadRecipes = (folder: string): Map<string, Recipe> => {
  const recipes = new Map<string, Recipe>();
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  for (const file of files.toSorted())
    for (const recipe of readRecipes(file, readFileSync(join(folder, file), 'utf8'))) {
      if (recipes.has(recipe.channel)) throw new Error(`${file}: ${recipe.channel} has a recipe already`);
      recipes.set(recipe.channel, recipe);
    }
  return recipes;
};
