/*===- ModuleFunctions.c - Functions of libm by other names --------*- C
-*-===*\
|*
|* Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A module may define a function that has the name of one of libm. Kernels then
|* call the one of libm as `weft_libm_NAME` (weft/Runtime/ModuleABI.h).
|*
\*===----------------------------------------------------------------------===*/

#include <complex.h>
#include <math.h>

#define REAL(NAME)                                                             \
  double weft_libm_##NAME(double x) { return NAME(x); }                        \
  float weft_libm_##NAME##f(float x) { return NAME##f(x); }
#define REAL2(NAME)                                                            \
  double weft_libm_##NAME(double x, double y) { return NAME(x, y); }           \
  float weft_libm_##NAME##f(float x, float y) { return NAME##f(x, y); }
#define COMPLEX(NAME)                                                          \
  double complex weft_libm_##NAME(double complex x) { return NAME(x); }

#define OTHER(NAME)

#include "weft/Runtime/LibmFunctions.def"

double complex weft_libm_cpow(double complex x, double complex y) {
  return cpow(x, y);
}
double weft_libm_cabs(double complex x) { return cabs(x); }
double weft_libm_carg(double complex x) { return carg(x); }
