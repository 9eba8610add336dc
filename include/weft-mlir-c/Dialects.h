/*===- Dialects.h - Weft's dialects for MLIR's C interface --------*- C -*-===*\
|*
|* Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Handles of the dialects, as mlir-c has them for upstream's, and the
|* registration of all that Weft has, in `libWeftCore.so`.
|*
\*===----------------------------------------------------------------------===*/

#ifndef WEFT_MLIR_C_DIALECTS_H
#define WEFT_MLIR_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Algebra, algebra);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(CIN, cin);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Lattice, lattice);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Level, level);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(TIN, tin);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Weft, weft);

/* Adds the dialects to a registry, with the external models that let upstream's
 * operations and encodings mean something to Weft. */
MLIR_CAPI_EXPORTED void weftRegisterAllDialects(MlirDialectRegistry registry);

/* Registers all passes and pipelines, once in a process. */
MLIR_CAPI_EXPORTED void weftRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_MLIR_C_DIALECTS_H */
