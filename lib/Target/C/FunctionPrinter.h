//===- FunctionPrinter.h - Functions in C -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints one function. Values are expressions where they are used, or have
// variables; loops and branches change the variables of what they carry, which
// are shared by values that do not live at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_TARGET_C_FUNCTIONPRINTER_H
#define WEFT_LIB_TARGET_C_FUNCTIONPRINTER_H

#include "Arrays.h"
#include "Expression.h"
#include "Names.h"
#include "Placement.h"
#include "Prelude.h"
#include "Ranges.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <map>
#include <memory>

namespace weft {
namespace csource {

/// What the functions of a module have in common.
struct ModuleFacts {
  const Arrays &arrays;
  /// The functions that can fail.
  llvm::DenseSet<mlir::Operation *> fallible;
  Prelude prelude;
  /// Whether functions are called from other files.
  bool isLibrary = false;
  /// Whether the text is CUDA C++, and not C.
  bool isCUDA = false;
  /// What callers call the arguments of functions of the device.
  std::map<mlir::Operation *, llvm::SmallVector<std::string>> argumentNames =
      {};
};

/// A variable of C, or a pointer with the length of its array.
struct Variable {
  std::string name;
  /// The type of the number, or of the elements.
  CType type = CType::I64;
  bool isArray = false;
  /// The variable that has the length; empty if it is not used.
  std::string length = {};
  /// Whether that changes with the array.
  bool ownsLength = false;
  bool isMutable = true;
  /// The values that it has now.
  llvm::SmallVector<mlir::Value, 2> holds = {};
};

/// An array as it is accessed.
struct ArrayExpr {
  std::string pointer;
  Expr length;
  int64_t offset = 0, stride = 1;
};

/// Whether a text has a name, and not as a part of another one.
bool mentions(llvm::StringRef text, llvm::StringRef name);

class FunctionPrinter {
public:
  /// `kernel` is null for functions that kernels call.
  FunctionPrinter(ModuleFacts &facts, mlir::func::FuncOp function,
                  const CKernel *kernel);

  /// Prints the function; fails with a diagnostic.
  mlir::LogicalResult print(llvm::raw_ostream &os);

private:
  // Functions (FunctionPrinter.cpp, KernelArguments.cpp).
  llvm::raw_ostream &line();
  mlir::LogicalResult refuse(mlir::Operation *op, const llvm::Twine &what);
  CType typeOf(mlir::Value value, mlir::Operation *op);
  /// The same without a message; nothing if there is no such type.
  std::optional<CType> findType(mlir::Type type) const;
  Variable *bind(mlir::Value value, Variable *variable);
  Variable *makeVariable(mlir::Value value, mlir::Operation *op,
                         bool isMutable);
  /// A new array whose length is in a variable that exists.
  Variable *makeArray(mlir::Value value, mlir::Operation *op,
                      llvm::StringRef length);
  /// The variable that a value is in; null if it is an expression.
  Variable *findVariable(mlir::Value value) const;
  std::string getDeclarator(const Variable &variable, bool isConstant) const;
  void declare(const Variable &variable);
  void printKernelSignature();
  void printSignature();
  void bindKernelArguments();
  void printKernelArguments(llvm::StringRef body);
  void printKernelResults(mlir::func::ReturnOp op);
  void printReturn(mlir::func::ReturnOp op);
  void printFail();
  /// What precedes a pointer of type `void *` where it becomes one to elements:
  /// a cast in C++.
  std::string getPointerCast(CType element, bool isConstant) const;

  // Expressions (Scalars.cpp, Arithmetic.cpp, Floats.cpp, Functions.cpp).
  Expr get(mlir::Value value);
  Expr getExact(mlir::Value value);
  ArrayExpr getArray(mlir::Value value);
  Expr getElement(mlir::Value array, mlir::ValueRange indices,
                  mlir::Operation *op);
  Expr getExpression(mlir::Operation *op);
  std::optional<Expr> getIntegerOp(mlir::Operation *op);
  std::optional<Expr> getBooleanOp(mlir::Operation *op);
  std::optional<Expr> getFloatOp(mlir::Operation *op);
  std::optional<Expr> getConversion(mlir::Operation *op);
  std::optional<Expr> getComplexOp(mlir::Operation *op);
  /// The complex number with two parts.
  Expr makeComplex(const Expr &real, const Expr &imaginary, CType type);
  /// Calls a function of complex numbers that C has.
  std::optional<Expr> callComplex(mlir::Operation *op);
  /// The same of the functions that the complex numbers of CUDA source have.
  std::optional<Expr> callCudaComplex(mlir::Operation *op);
  std::optional<Expr> getMathOp(mlir::Operation *op);
  Expr getModular(mlir::Operation *op, llvm::StringRef symbol, Binding binding);
  Expr getComparison(mlir::Operation *op);
  Expr getConstant(mlir::Operation *op, mlir::Attribute value);
  Expr callHelper(llvm::StringRef name, llvm::ArrayRef<Expr> arguments,
                  CType type);
  Expr callMath(llvm::StringRef name, mlir::Operation *op);

  // Statements (Statements.cpp, Calls.cpp, ControlFlow.cpp).
  void printBlock(mlir::Block &block);
  void printStatement(mlir::Operation *op);
  /// Of an array that is a local variable.
  void printLocalArray(mlir::memref::AllocOp op);
  /// Of `memref.alloc` or `memref.realloc`.
  void printAlloc(mlir::Operation *op);
  void printCopy(mlir::memref::CopyOp op);
  void printView(mlir::memref::ViewOp op);
  void printStoreArray(mlir::memref::StoreOp op);
  void printLoadArray(mlir::memref::LoadOp op);
  void printAtomicUpdate(mlir::memref::GenericAtomicRMWOp op);
  void printExchange(mlir::memref::AtomicRMWOp op);
  void bindGlobal(mlir::memref::GetGlobalOp op);
  void printCall(mlir::func::CallOp op);
  void printRuntimeCall(mlir::func::CallOp op);
  void printFor(mlir::scf::ForOp op);
  /// Prints the first line of a loop, which declares its counter if there is a
  /// lower bound.
  void printForHeader(const std::string &counter,
                      const std::optional<Expr> &lower, const Expr &upper,
                      const Expr &step);
  /// Prints to a text what a function prints. True if it may leave the function
  /// or the iteration of a parallel loop.
  bool capture(std::string &text, llvm::function_ref<void()> print);
  /// Prints the body of a parallel loop. Each iteration records its allocations
  /// and errors separately. Returns whether an iteration may fail.
  bool printParallelBody(mlir::Block &body, const std::string &counter);
  void printWhile(mlir::scf::WhileOp op);
  void printIf(mlir::scf::IfOp op);
  /// The variable that a branch assigns a result to, which is none of those
  /// that other results have claimed.
  Variable *findResultVariable(mlir::scf::IfOp op, mlir::OpResult result,
                               const llvm::DenseSet<Variable *> &claimed);
  /// The text of a branch, which assigns its results to variables.
  std::string printBranch(mlir::Block &block, llvm::ArrayRef<Variable *> slots);
  /// Whether the text of a branch is another branch only: `else if`.
  bool isElseIf(mlir::Block &block, llvm::StringRef text) const;
  void printParallelEnd(llvm::StringRef label);

  // Device code and its launches (Device.cpp, Launches.cpp).
  bool isDevice() const;
  void printDeviceSignature();
  bool printDeviceStatement(mlir::Operation *op);
  void printSharedArray(mlir::memref::AllocaOp op);
  void printShuffle(mlir::gpu::ShuffleOp op);
  void printDeviceUpdate(mlir::memref::GenericAtomicRMWOp op);
  void printExchangeLoop(mlir::memref::GenericAtomicRMWOp op,
                         const Expr &target);
  std::optional<Expr> getDeviceOp(mlir::Operation *op);
  /// The threads of a warp that a mask has bits for.
  Expr getThreads(mlir::Value mask);
  /// Whether a launch of the function takes an array.
  bool isOnDevice(mlir::Value array);
  void printLaunch(mlir::func::CallOp op, mlir::func::FuncOp callee);
  void printHostAccess(mlir::LLVM::CallOp op);

  // Assignments (Variables.cpp, Assignments.cpp).
  void printAssignment(const std::string &target, CType type,
                       mlir::Value value);
  void assignAll(llvm::ArrayRef<Variable *> targets, mlir::ValueRange values);
  /// A value that a variable takes, and the other variables that the value
  /// reads.
  struct Move {
    Variable *target;
    mlir::Value value;
    llvm::DenseSet<Variable *> reads;
  };
  /// The name of a variable, and of the constant that it takes last.
  using DelayedMove = std::pair<std::string, std::string>;
  /// The moves of `assignAll`, without those that change nothing.
  llvm::SmallVector<Move> collectMoves(llvm::ArrayRef<Variable *> targets,
                                       mlir::ValueRange values);
  void printMove(const Move &move);
  /// Declares constants of the value of a move, which others overwrite.
  void keepValue(const Move &move, llvm::SmallVectorImpl<DelayedMove> &delayed);
  void collectReads(mlir::Value value, llvm::DenseSet<Variable *> &reads) const;
  bool canOverwrite(Variable *variable, mlir::Operation *op, bool inside,
                    mlir::OpOperand *except = nullptr) const;
  Variable *findTarget(mlir::Value result, mlir::Operation *op,
                       bool inside) const;
  /// The variables that a loop carries its values in, which have the first ones
  /// then.
  llvm::SmallVector<Variable *>
  initialize(mlir::Operation *op, llvm::MutableArrayRef<mlir::OpOperand> inits,
             mlir::ValueRange arguments, mlir::ValueRange results);

  ModuleFacts &facts;
  mlir::func::FuncOp function;
  const CKernel *kernel;
  Placement placement;
  NameHints hints;
  Ranges ranges;

  Scopes scopes;
  std::vector<std::unique_ptr<Variable>> storage;
  llvm::DenseMap<mlir::Value, Variable *> variables;
  /// What comes in a tensor of the kernel.
  struct Declaration {
    std::string argument, name, text;
  };
  std::vector<Declaration> declarations;
  /// The variables that the results of a block go to.
  llvm::DenseMap<mlir::Block *, llvm::SmallVector<Variable *>> targets;

  llvm::raw_ostream *os = nullptr;
  unsigned depth = 0;
  bool failed = false;
  /// How code at this place gives up, and what it says so to.
  std::string giveUp, run;
  bool usesGiveUp = false;
};

} // namespace csource
} // namespace weft

#endif // WEFT_LIB_TARGET_C_FUNCTIONPRINTER_H
