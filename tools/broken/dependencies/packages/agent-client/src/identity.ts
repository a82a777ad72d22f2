import { request } from 'node:http';
export const ask = request;
