import { signedOutPath } from '@patchkeep/contract/session';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeFarewell } from '../lib/sign-out/sign-out.ts';
import { LoginPage } from './login-page.tsx';

const farewell = takeFarewell(location, sessionStorage);
// What the identity provider sent along is of no use to whoever copies the address.
if (location.pathname === signedOutPath) history.replaceState(null, '', '/login');
const root = document.getElementById('root');
if (farewell && 'goOn' in farewell) location.replace(farewell.goOn);
else if (root)
  createRoot(root).render(
    <StrictMode>
      <LoginPage farewell={farewell} />
    </StrictMode>,
  );
