/*===- ModuleABI.h - What modules of other compilers call ---------*- C -*-===*\
|*
|* Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The functions of the runtime that code calls which was lowered by
|* `weft-sparsifier`, besides those of TensorABI.h. It is called without
|* `weft_rt_invoke`: what fails in it ends the process with a message and the
|* status 1.
|*
\*===----------------------------------------------------------------------===*/

#ifndef WEFT_RUNTIME_MODULEABI_H
#define WEFT_RUNTIME_MODULEABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memory under the names that upstream's conversion of memrefs calls with
 * `use-generic-functions`, so that kernels and the code around them free each
 * other's. Names that begin with an underscore are given by upstream. */
void *_mlir_memref_to_llvm_alloc(uint64_t bytes);
void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t bytes);
void _mlir_memref_to_llvm_free(void *data);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_RUNTIME_MODULEABI_H */
