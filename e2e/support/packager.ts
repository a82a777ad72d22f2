import { packagerWorld, type Release } from '../../apps/packager/src/testkit/packager-world.ts';
import { manifestsOf, type openFeedEdge } from './feed-edge.ts';
import { type SignerProcess, startSigner } from './signer.ts';

export interface PackagerProcess {
  signer: SignerProcess;
  /** What a server needs to know of the packager and of the signer. */
  env: Record<string, string>;
  /** Vendors sign and serve these installers, and the public writes manifests of them, which are not published yet. */
  release(releases: readonly Release[]): { publish(edge: Edge, before: Parameters<Edge['publishPackages']>[0]): void };
  stop(): Promise<void>;
}
type Edge = Awaited<ReturnType<typeof openFeedEdge>>;

/** The real packager, which vouches alone, with vendors and a scanner around it, and the signer that goes with it. */
export const startPackager = async (): Promise<PackagerProcess> => {
  const world = await packagerWorld({ isScannerDated: true });
  const [home, socket] = [world.at('packager'), world.at('packager.sock')];
  const signer = await startSigner(home);
  const packager = await world.serve(home, socket);
  return {
    signer,
    env: { ...signer.env, PATCHKEEP_PACKAGER_SOCKET: socket },
    release(releases) {
      const manifests = releases.flatMap((each) => {
        const [, installer] = world.release(each).manifest;
        return manifestsOf(each.packageId, each.version, installer);
      });
      return {
        // The packager and the server each read the archive for themselves.
        publish(edge, before) {
          world.publish(manifests);
          edge.publishPackages(before, manifests);
        },
      };
    },
    async stop() {
      await packager.kill();
      await signer.stop();
      await world.stop();
    },
  };
};
