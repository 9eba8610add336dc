//===- OperatorLibrary.h - Operators that a user defined --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text of `algebra.operator` definitions, which expressions may call as
// functions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_OPERATORLIBRARY_H
#define WEFT_COMPILER_OPERATORLIBRARY_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <memory>

namespace weft {

class OperatorLibrary {
public:
  /// Parses and checks definitions; `name` is what messages call the text. The
  /// library has those of `others` as well, if there are any. The message of an
  /// error is for the user and complete.
  static llvm::Expected<std::shared_ptr<OperatorLibrary>>
  parse(llvm::StringRef text, llvm::StringRef name,
        const OperatorLibrary *others = nullptr);

  ~OperatorLibrary();

  /// The names of the operators and how many operands they take.
  const std::map<std::string, unsigned, std::less<>> &arities() const {
    return operands;
  }
  mlir::ModuleOp module() const { return definitions.get(); }

private:
  OperatorLibrary() = default;

  mlir::OwningOpRef<mlir::ModuleOp> definitions;
  std::map<std::string, unsigned, std::less<>> operands;
};

} // namespace weft

#endif // WEFT_COMPILER_OPERATORLIBRARY_H
