export { Shell } from '../../app/shell.tsx';
