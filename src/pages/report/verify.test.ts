import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
