/** Extensions may make no code of texts, which is what the schemas would try, and Chrome would note as an error. */
import { z } from 'zod';

z.config({ jitless: true });
