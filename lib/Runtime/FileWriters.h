//===- FileWriters.h - Writers of file formats ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The writers of formats that are not lists of entries. Each checks whether the
// format can hold a tensor before anything is written. Messages do not name the
// file.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_FILEWRITERS_H
#define WEFT_LIB_RUNTIME_FILEWRITERS_H

#include "OutputStream.h"

#include "weft/Runtime/Tensor.h"

namespace weft {
namespace runtime {

/// Writes all components as an array of NumPy.
Status writeNumpy(const Tensor &tensor, OutputStream &stream);

/// Writes an archive of NumPy: with one array if all levels are dense, and
/// otherwise with a matrix as scipy.sparse.save_npz writes it.
Status writeNumpyArchive(const Tensor &tensor, OutputStream &stream);

/// Writes a matrix by columns.
Status writeRutherfordBoeing(const Tensor &tensor, OutputStream &stream);

/// Writes an HDF5 file after the binsparse specification.
Status writeBinsparse(const Tensor &tensor, OutputStream &stream);

/// Whether all levels are dense and store whole modes.
bool isDense(const Tensor &tensor);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_FILEWRITERS_H
