import './zod-without-eval.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';

const theme = new URLSearchParams(location.search).get('theme') ?? 'light';
// Unset, the system's wishes decide.
if (theme !== 'system') document.documentElement.dataset['theme'] = theme;
const root = document.getElementById('root');
if (root) createRoot(root).render(<Gallery theme={theme} />);
