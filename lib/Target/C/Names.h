//===- Names.h - Names of variables -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of variables: those that the text gives, or else what somebody would
// call what they are used for. A name is free again where its scope ends.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_TARGET_C_NAMES_H
#define WEFT_LIB_TARGET_C_NAMES_H

#include "Arrays.h"

#include "weft/Target/C/CSource.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

namespace weft {
namespace csource {

/// The names that are taken at a place of a function.
class Scopes {
public:
  void push() { declared.emplace_back(); }
  void pop();
  /// A name like `wish` that nothing else has here.
  std::string declare(llvm::StringRef wish);
  /// Keeps a name from variables.
  void reserve(llvm::StringRef name) { taken.insert(name); }
  /// A name that nothing else has in the whole function.
  std::string declareLabel(llvm::StringRef wish);

private:
  bool isFree(llvm::StringRef name) const;

  llvm::StringSet<> taken, labels;
  llvm::SmallVector<llvm::SmallVector<std::string>> declared{{}};
};

/// What values should be called.
class NameHints {
public:
  NameHints(mlir::func::FuncOp function, const CKernel *kernel,
            const Arrays &arrays);

  std::string get(mlir::Value value) const;

private:
  void nameArray(mlir::Value array, llvm::StringRef name);
  void namePositions(mlir::func::FuncOp function);
  void nameUnits(mlir::func::FuncOp function);
  void nameWorkspaces(mlir::func::FuncOp function);
  void nameTests(mlir::func::FuncOp function);
  void nameSums(mlir::func::FuncOp function);
  bool setHint(mlir::Value value, llvm::StringRef name);

  const Arrays &arrays;
  llvm::DenseMap<mlir::Value, std::string> hints;
};

} // namespace csource
} // namespace weft

#endif // WEFT_LIB_TARGET_C_NAMES_H
