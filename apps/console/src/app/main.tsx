import '../ui/tokens.css';
import '../ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isDetached, queryClient, start } from '../lib/client.ts';
import { RenderBoundary } from './errors/render-boundary.tsx';
import { router } from './router.tsx';
import { followSite } from './site-in-address.ts';

const begun = start();
if (!isDetached) {
  followSite(router);
  // Apart from the first screen, and nothing waits for it.
  void Promise.all([import('../lib/preferences/keep-preferences.ts'), begun]).then(
    ([{ keepPreferences }]) => keepPreferences(),
    () => undefined,
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <RenderBoundary>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </RenderBoundary>
    </StrictMode>,
  );
