export { userName } from '../../modules/identity/public.ts';
