export { userName } from '../identity/public.ts';
