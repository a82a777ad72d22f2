import { z } from 'zod';

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
