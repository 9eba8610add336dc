//===- Emitter.h - Programs of expressions ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes operations of expressions. The types of parameters are written; all
// others follow from them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_TEXT_EMITTER_H
#define WEFT_DIALECT_PATTERN_TEXT_EMITTER_H

#include "Syntax.h"

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Pattern/IR/Pattern.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSet.h"

namespace weft {
namespace pattern {

class Emitter {
public:
  Emitter(llvm::StringRef text, llvm::StringRef fileName,
          mlir::OpBuilder &builder, TextError &error)
      : text(text), fileName(fileName), builder(builder), error(error) {}

  /// Emits a program; false with an error.
  bool emitDefinition(const Definition &definition);

private:
  std::nullptr_t fail(size_t offset, const llvm::Twine &message,
                      const llvm::Twine &hint = "");
  mlir::Location getLoc(size_t offset);
  /// The location of a name, which is a piece of the text.
  mlir::Location getNameLoc(llvm::StringRef name);

  /// All of these give null with an error.
  mlir::Value emit(const Expr &expr, mlir::Type expected = {});
  mlir::Value emitName(const Expr &expr);
  mlir::Value emitNumber(const Expr &expr, mlir::Type expected);
  mlir::Value emitBinary(const Expr &expr, mlir::Type expected);
  mlir::Value emitAt(const Expr &expr);
  mlir::Value emitCall(const Expr &expr, mlir::Type expected);
  mlir::Value emitScalarCall(const Expr &expr, mlir::Type expected);
  mlir::Value emitZip(const Expr &expr);
  mlir::Value project(const Expr &expr, mlir::Value pair);
  mlir::Value apply(const Expr &function, mlir::Value argument);
  mlir::Value applyPattern(const Expr &call, mlir::Value argument);
  mlir::Value applyMap(const Expr &call, mlir::Value argument);
  mlir::Value applyReduce(const Expr &call, mlir::Value argument);
  mlir::Value applyReduceSeq(const Expr &call, mlir::Value argument);
  mlir::Value applyScatter(const Expr &call, mlir::Value argument);
  mlir::Value applyView(llvm::StringRef name, const Expr &expr,
                        mlir::Value argument);
  bool fillCombiner(const Expr &expr, mlir::Type type, mlir::Region &region);
  mlir::Value combine(const Expr &at, llvm::StringRef operation,
                      mlir::Value lhs, mlir::Value rhs);
  ArrayType getArray(const Expr &at, mlir::Value value);
  bool hasArguments(const Expr &call, size_t count, llvm::StringRef form);
  bool isNat(const Expr &expr) const;
  std::string choosePosition(llvm::StringRef wanted);

  std::optional<Nat> parseNumber(llvm::StringRef piece, size_t offset,
                                 llvm::ArrayRef<std::string> names = {});
  bool addParam(llvm::StringRef name, mlir::Type type, const Expr &param,
                mlir::Block *block,
                llvm::SmallVectorImpl<mlir::Attribute> &names);
  bool addFormat(const Expr &param, mlir::Block *block,
                 llvm::SmallVectorImpl<mlir::Attribute> &names);
  /// The format of a parameter; null with an error.
  level::FormatAttr emitFormat(const TypeSyntax &type, llvm::StringRef param);
  /// The type of the components of a format, which becomes packed if they are
  /// pairs with its last coordinates; null with an error.
  mlir::Type emitComponent(const TypeSyntax &type, level::FormatAttr &format);
  mlir::Type emitType(const TypeSyntax &type,
                      llvm::SmallVectorImpl<std::string> &names);

  llvm::StringRef text;
  llvm::StringRef fileName;
  mlir::OpBuilder &builder;
  TextError &error;
  llvm::StringMap<mlir::Value> values;
  llvm::StringSet<> nats;
  llvm::StringSet<> integers;
  llvm::StringSet<> arrays;
  /// The records of the stored tensors among the parameters.
  llvm::SmallVector<mlir::Attribute> tensors;
  /// All names of positions, which are unique.
  llvm::StringSet<> positions;
};

/// How the map of a name is executed; nothing for another name.
std::optional<Mapping> getMapping(llvm::StringRef name);

/// Whether an expression is a function that waits for its value.
bool isFunction(const Expr &expr);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_TEXT_EMITTER_H
