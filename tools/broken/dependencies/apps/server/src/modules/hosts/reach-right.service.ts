export { approve } from '../approvals/public.ts';
