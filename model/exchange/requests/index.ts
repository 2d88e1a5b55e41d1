/** The forms in which a request can be sent again, in the order of menus. Knows neither runs nor the page. */
import { apiCall } from './api-call.ts';
import type { RequestFormat } from './copied-request.ts';
import { curl } from './curl.ts';
import { fetchCall } from './fetch-call.ts';

export const REQUEST_FORMATS: readonly RequestFormat[] = [apiCall, curl, fetchCall];
