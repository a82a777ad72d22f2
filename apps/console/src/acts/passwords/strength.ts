import { product } from '@patchkeep/contract/product';
import { canonicalUsername, type PasswordEstimate } from '@patchkeep/rules/password';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// In a chunk of its own, which is fetched where somebody chooses a password. The build shortens the list of words.
const passwords = dictionary['passwords-common'];
const common = new Set(passwords.map((word) => String(word)));
const estimator = new ZxcvbnFactory({
  dictionary: { passwords },
  graphs: adjacencyGraphs,
  // What stands behind makes a password only better, and a pasted book must not stop the page.
  maxLength: 100,
});

/** How easily somebody guesses the password who knows the user's name. */
export const estimate = (username: string, password: string): PasswordEstimate => {
  const known = [product.name, ...canonicalUsername(username).split(/[^\p{L}\p{N}]/u)].filter(
    ({ length }) => length > 2,
  );
  return { score: estimator.check(password, known).score, isCommon: common.has(password.toLowerCase()) };
};
