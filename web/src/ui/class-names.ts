import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; of two that set the same thing the later wins, so that a caller can adjust a component. */
export const cn = (...classes: ClassValue[]): string => twMerge(clsx(classes));
