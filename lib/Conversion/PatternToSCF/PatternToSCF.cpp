//===- PatternToSCF.cpp - Programs of patterns to functions -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that makes a function of loops over arrays of memory of each
// program, and the functions of its tables of prefix sums.
//
//===----------------------------------------------------------------------===//

#include "KernelConversion.h"

#include "weft/Dialect/Pattern/IR/Schedule.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTPATTERNTOSCF
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_scf;

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

/// Appends the arguments for data: a scalar, memory, or those of both values.
static void appendArguments(Type type, StringRef name,
                            SmallVectorImpl<Type> &types,
                            SmallVectorImpl<std::string> &names) {
  if (auto pair = dyn_cast<PairType>(type)) {
    appendArguments(pair.getFirst(), (name + "_1").str(), types, names);
    appendArguments(pair.getSecond(), (name + "_2").str(), types, names);
  } else {
    types.push_back(isScalar(type) ? type : getMemoryType(type));
    names.push_back(name.str());
  }
}

/// Appends memory that a result is stored in, or the scalars that it is.
static void appendResults(Type type, SmallVectorImpl<Type> &memories,
                          SmallVectorImpl<Type> &scalars) {
  if (auto pair = dyn_cast<PairType>(type)) {
    appendResults(pair.getFirst(), memories, scalars);
    appendResults(pair.getSecond(), memories, scalars);
  } else if (isScalar(type)) {
    scalars.push_back(type);
  } else {
    memories.push_back(getMemoryType(type));
  }
}

namespace {
/// Converts one program.
class ProgramConversion {
public:
  ProgramConversion(ProgramOp program, const EmissionOptions &options)
      : program(program), options(options), builder(program) {}

  void run();

private:
  func::FuncOp createFunction(StringRef name, ArrayRef<Type> arguments,
                              ArrayRef<Type> results);
  EnvironmentRef bindParams(func::FuncOp function, Evaluator &evaluator,
                            NatEmitter &nats);
  ViewRef bindParam(Evaluator &evaluator, Type type,
                    Block::BlockArgListType &arguments);
  void storeResult(Evaluator &evaluator, ViewRef view, Type type,
                   Block::BlockArgListType &memories,
                   SmallVectorImpl<Value> &scalars);
  std::string chooseName(const Twine &suffix);
  void createTableFunction(const Table &table);
  void createCaller(func::FuncOp kernel, ArrayRef<Table> tables);

  ProgramOp program;
  EmissionOptions options;
  OpBuilder builder;
  /// The names of the functions that fill tables.
  SmallVector<std::string> tableFunctions;
  /// Types and names of the numbers and parameters of the program.
  SmallVector<Type> inputs;
  SmallVector<std::string> inputNames;
};
} // namespace

func::FuncOp ProgramConversion::createFunction(StringRef name,
                                               ArrayRef<Type> arguments,
                                               ArrayRef<Type> results) {
  auto function = func::FuncOp::create(
      program.getLoc(), name,
      FunctionType::get(program.getContext(), arguments, results));
  SymbolTable::setSymbolVisibility(function,
                                   SymbolTable::getSymbolVisibility(program));
  builder.setInsertionPoint(program);
  builder.insert(function);
  builder.setInsertionPointToStart(function.addEntryBlock());
  // Locations keep the names for C.
  for (auto [number, argument] : llvm::enumerate(function.getArguments()))
    argument.setLoc(NameLoc::get(builder.getStringAttr(number < inputs.size()
                                                           ? inputNames[number]
                                                           : "result"),
                                 program.getLoc()));
  return function;
}

ViewRef ProgramConversion::bindParam(Evaluator &evaluator, Type type,
                                     Block::BlockArgListType &arguments) {
  if (auto pair = dyn_cast<PairType>(type)) {
    ViewRef first = bindParam(evaluator, pair.getFirst(), arguments);
    return makePair(first, bindParam(evaluator, pair.getSecond(), arguments));
  }
  Value argument = arguments.front();
  arguments = arguments.drop_front();
  if (isScalar(type))
    return makeScalar(argument);
  return evaluator.viewMemory(argument, type, 0, program.getLoc());
}

EnvironmentRef ProgramConversion::bindParams(func::FuncOp function,
                                             Evaluator &evaluator,
                                             NatEmitter &nats) {
  auto environment = std::make_shared<Environment>();
  Block::BlockArgListType arguments = function.getArguments();
  for (StringAttr name : program.getNats().getAsRange<StringAttr>()) {
    nats.defineNumber(name.getValue(), arguments.front());
    arguments = arguments.drop_front();
  }
  for (auto [param, name] :
       llvm::zip(program.getBlock()->getArguments(),
                 program.getParams().getAsRange<StringAttr>())) {
    ViewRef view = bindParam(evaluator, param.getType(), arguments);
    environment->values[param] = view;
    if (param.getType().isSignlessInteger())
      nats.defineInteger(name.getValue(),
                         arith::IndexCastOp::create(builder, program.getLoc(),
                                                    builder.getIndexType(),
                                                    view->scalar()));
    else if (auto array = dyn_cast<ArrayType>(param.getType()))
      nats.defineArray(name.getValue(), view, array.getLength());
  }
  return environment;
}

void ProgramConversion::storeResult(Evaluator &evaluator, ViewRef view,
                                    Type type,
                                    Block::BlockArgListType &memories,
                                    SmallVectorImpl<Value> &scalars) {
  if (auto pair = dyn_cast<PairType>(type)) {
    storeResult(evaluator, view->first, pair.getFirst(), memories, scalars);
    storeResult(evaluator, view->second, pair.getSecond(), memories, scalars);
  } else if (isScalar(type)) {
    scalars.push_back(view->scalar());
  } else {
    if (view->fill)
      view->fill(memories.front());
    else
      evaluator.store(view, type, memories.front(), 0, program.getLoc());
    memories = memories.drop_front();
  }
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// The name of the program with a suffix, which no other symbol has.
std::string ProgramConversion::chooseName(const Twine &suffix) {
  std::string name = (program.getSymName() + suffix).str();
  while (SymbolTable::lookupSymbolIn(program->getParentOp(), name))
    name += "_";
  return name;
}

/// A function that stores the sums of a table in its last argument.
void ProgramConversion::createTableFunction(const Table &table) {
  Location loc = program.getLoc();
  SmallVector<Type> arguments(inputs);
  arguments.push_back(table.array.getType());
  tableFunctions.push_back(chooseName("_table" + Twine(tableFunctions.size())));
  func::FuncOp function = createFunction(tableFunctions.back(), arguments, {});
  NatEmitter nats(
      builder, function,
      {PatternSums::Closed, /*checkAccesses=*/false, /*explain=*/false});
  Evaluator evaluator(builder, nats);
  bindParams(function, evaluator, nats);
  BlockArgument memory = function.getArguments().back();
  memory.setLoc(NameLoc::get(builder.getStringAttr("table"), loc));
  nats.fillTable(loc, memory, table.body, table.length);
  func::ReturnOp::create(builder, loc);
}

/// A function with the arguments of the program that makes the tables.
void ProgramConversion::createCaller(func::FuncOp kernel,
                                     ArrayRef<Table> tables) {
  Location loc = program.getLoc();
  ArrayRef<Type> all = kernel.getArgumentTypes();
  func::FuncOp function =
      createFunction(program.getSymName(), all.drop_back(tables.size()),
                     kernel.getResultTypes());
  NatEmitter nats(
      builder, function,
      {PatternSums::Closed, /*checkAccesses=*/false, /*explain=*/false});
  Evaluator evaluator(builder, nats);
  bindParams(function, evaluator, nats);
  SmallVector<Value> arguments(function.getArguments());
  for (auto [number, table] : llvm::enumerate(tables)) {
    Value size = nats.emit(loc, table.length + 1);
    Value memory = memref::AllocOp::create(
        builder, loc, cast<MemRefType>(table.array.getType()), size);
    SmallVector<Value> operands(
        ValueRange(function.getArguments()).take_front(inputs.size()));
    operands.push_back(memory);
    func::CallOp::create(builder, loc, tableFunctions[number], TypeRange(),
                         operands);
    arguments.push_back(memory);
  }
  auto call = func::CallOp::create(builder, loc, kernel, arguments);
  for (Value memory : ArrayRef(arguments).take_back(tables.size()))
    memref::DeallocOp::create(builder, loc, memory);
  func::ReturnOp::create(builder, loc, call.getResults());
}

void ProgramConversion::run() {
  inputs.append(program.getNats().size(), builder.getIndexType());
  for (StringAttr name : program.getNats().getAsRange<StringAttr>())
    inputNames.push_back(name.str());
  for (auto [param, name] :
       llvm::zip(program.getBlock()->getArguments(),
                 program.getParams().getAsRange<StringAttr>()))
    appendArguments(param.getType(), name.getValue(), inputs, inputNames);
  SmallVector<Type> arguments(inputs), results;
  appendResults(program.getResult(), arguments, results);
  func::FuncOp function =
      createFunction(program.getSymName(), arguments, results);
  NatEmitter nats(builder, function, options);
  Evaluator evaluator(builder, nats);
  EnvironmentRef environment = bindParams(function, evaluator, nats);
  ViewRef result = evaluator.evaluate(*program.getBlock(), environment);
  // Tables come behind the memory of results.
  Block::BlockArgListType memories =
      function.getArguments().drop_front(inputs.size());
  SmallVector<Value> scalars;
  storeResult(evaluator, result, program.getResult(), memories, scalars);
  evaluator.deallocate(0, program.getLoc());
  func::ReturnOp::create(builder, program.getLoc(), scalars);

  ArrayRef<Table> tables = nats.getTables();
  for (const Table &table : tables)
    createTableFunction(table);
  if (!tables.empty()) {
    function.setSymName(chooseName("_kernel"));
    createCaller(function, tables);
  }
  program.erase();
}

/// What sums of a program become: what its schedule says, or else the option.
static PatternSums getSums(ProgramOp program, PatternSums given) {
  auto stated = program->getAttrOfType<StringAttr>(kSumsAttr);
  if (!stated)
    return given;
  return llvm::StringSwitch<PatternSums>(stated.getValue())
      .Case("loop", PatternSums::Loop)
      .Case("closed", PatternSums::Closed)
      .Default(PatternSums::Table);
}

namespace {
struct ConvertPatternToSCF
    : public weft::impl::ConvertPatternToSCFBase<ConvertPatternToSCF> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<ProgramOp> programs;
    getOperation().walk([&](ProgramOp op) { programs.push_back(op); });
    EmissionOptions options = {sums, checkAccesses, explain, kernels,
                               strictFloatingPoint};
    for (ProgramOp program : programs) {
      options.sums = getSums(program, sums);
      if (!kernels)
        ProgramConversion(program, options).run();
      else if (failed(convertToKernel(program, options)))
        return signalPassFailure();
    }
  }
};
} // namespace
