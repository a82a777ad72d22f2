export { restart } from '../restarts/restarts.service.ts';
