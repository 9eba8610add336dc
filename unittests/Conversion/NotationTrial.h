//===- NotationTrial.h - Texts that are translated --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates texts for tests, and shows what becomes of them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_CONVERSION_NOTATIONTRIAL_H
#define WEFT_UNITTESTS_CONVERSION_NOTATIONTRIAL_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

namespace weft {
namespace test {

/// The storage of a tensor as text: its name, format (dense if empty) and type.
struct Stored {
  const char *name;
  const char *format;
  const char *type;
};

/// A translated text: its module, or the error with its line, columns and
/// notes.
struct Translation {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string error;

  Translation(llvm::StringRef text, llvm::ArrayRef<Stored> stored,
              bool strictZero);
};

/// The function that a text becomes, or the error.
std::string translate(llvm::StringRef text, llvm::ArrayRef<Stored> stored = {},
                      bool strictZero = false);

/// The operations in the body of the last compute, or the error. Accesses by
/// their tensors' names are just types, and reductions have their bodies in
/// braces.
std::string translateBody(llvm::StringRef text,
                          llvm::ArrayRef<Stored> stored = {},
                          bool strictZero = false);

} // namespace test
} // namespace weft

#endif // WEFT_UNITTESTS_CONVERSION_NOTATIONTRIAL_H
