// Reads what the providers of these homes share over the network, and prints of each why nothing of it counts.
import { NotRead } from '../subscribe/not-read.ts';
import { readProviders } from '../subscribe/providers.ts';
import { readProvider } from '../subscribe/read-provider.ts';
import { webSource } from '../subscribe/source.ts';

const results: string[] = [];
for (const home of process.argv.slice(2))
  for (const provider of readProviders(home))
    try {
      const { packages } = await readProvider(provider, webSource(provider.from), Date.now());
      results.push(`read ${packages.length}`);
    } catch (error) {
      results.push(error instanceof NotRead ? error.reason : String(error));
    }
process.stdout.write(JSON.stringify(results));
