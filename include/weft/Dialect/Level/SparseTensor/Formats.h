//===- Formats.h - Upstream's encodings as formats --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `#sparse_tensor.encoding` says of a tensor what `#level.format` does, in
// other words. An external model of `FormatAttrInterface` translates it, so
// that such tensors can stand wherever others do.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_SPARSETENSOR_FORMATS_H
#define WEFT_DIALECT_LEVEL_SPARSETENSOR_FORMATS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace weft {
namespace level {

/// Lets encodings of the `sparse_tensor` dialect mean formats, where that
/// dialect is loaded.
void registerSparseTensorFormats(mlir::DialectRegistry &registry);

} // namespace level
} // namespace weft

#endif // WEFT_DIALECT_LEVEL_SPARSETENSOR_FORMATS_H
