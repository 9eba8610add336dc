//===- Decoder.cpp - Kernels with their functions inlined -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes an entry and a copy of each function where it is called, so that
// lanes in different calls are at different instructions of one array. The
// parameters of a call are variables of its caller.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include <algorithm>

using namespace weft::ptx;

/// Calls are copied at most so deep and so often, and kernels are at most so
/// long.
static constexpr unsigned kCallDepth = 64;
static constexpr size_t kInstructions = size_t(1) << 22, kCalls = 1 << 16;
/// What a kernel may have at most, in bytes: parameters, local memory of a
/// thread, and registers of a warp and constants in this machine.
static constexpr uint64_t kParameterBytes = 32764;
static constexpr uint64_t kLocalBytes = 512 << 10;
static constexpr uint64_t kRegisterBytes = 32 << 20;

bool Decoder::refuse(const Instruction &text, std::string message,
                     std::string hint) {
  diagnostics.push_back(
      {text.line, text.column, std::move(message), std::move(hint)});
  return false;
}

static uint64_t alignTo(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

void Decoder::layOutParameters(const Function &entry) {
  for (const Variable &parameter : entry.parameters) {
    uint64_t offset = alignTo(program.parameterBytes, parameter.alignment);
    program.parameters.push_back({offset, parameter.bytes});
    program.parameterBytes = offset + parameter.bytes;
    frame->parameters[parameter.name] = {Space::Param, offset};
  }
}

void Decoder::run(const Function &entry) {
  program.name = std::string(entry.name);
  program.maximumThreads = entry.maximumThreads;
  program.requiredThreads = entry.requiredThreads;
  Frame main;
  main.function = &entry;
  frame = &main;
  layOutParameters(entry);
  decodeBody(main);
  if (!entry.body.empty())
    checkSize(entry.body.back());
  // Lanes that run past the last instruction exit.
  Instr exit;
  exit.action = Action::Exit;
  exit.line = program.code.empty() ? entry.line : program.code.back().line;
  program.code.push_back(exit);
  program.sharedBytes = alignTo(program.sharedBytes, dynamicAlignment);
  for (Slot slot : dynamicConstants)
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      uint8_t *place =
          program.constants.data() + slot.offset + lane * slot.bytes;
      uint64_t value = 0;
      std::copy(place, place + slot.bytes, reinterpret_cast<uint8_t *>(&value));
      value += program.sharedBytes;
      std::copy_n(reinterpret_cast<uint8_t *>(&value), slot.bytes, place);
    }
}

bool Decoder::checkSize(const Instruction &text) {
  if (isTooLarge)
    return false;
  isTooLarge = true;
  if (program.code.size() > kInstructions || numCalls > kCalls)
    return refuse(text, "the kernel has more than 4194304 instructions or "
                        "65536 calls, with its functions inlined");
  if (program.parameterBytes > kParameterBytes)
    return refuse(text, "the kernel has more than 32764 bytes of parameters");
  if (program.localBytes > kLocalBytes)
    return refuse(text, "the kernel has more than 512 KiB of local memory");
  if (program.registerBytes > kRegisterBytes ||
      program.constants.size() > kRegisterBytes)
    return refuse(text, "the kernel has too many registers or constants");
  isTooLarge = false;
  return true;
}

void Decoder::decodeBody(Frame &body) {
  Frame *outer = frame;
  body.caller = outer == &body ? nullptr : outer;
  frame = &body;
  const Function &function = *body.function;
  body.locals.resize(function.locals.size());
  for (const Instruction &text : function.body) {
    body.starts.push_back(uint32_t(program.code.size()));
    if (!checkSize(text))
      break;
    if (text.opcode == "call")
      decodeCall(text);
    else
      decodeInstruction(text);
  }
  body.starts.resize(function.body.size() + 1, uint32_t(program.code.size()));
  resolveBranches(body);
  frame = outer;
}

void Decoder::resolveBranches(Frame &body) {
  const Function &function = *body.function;
  auto place = [&](uint32_t label) {
    return body.starts[function.labels[label]];
  };
  for (uint32_t index : body.branches) {
    Instr &branch = program.code[index];
    if (branch.action == Action::Branch) {
      branch.target = place(branch.target);
      continue;
    }
    std::vector<uint32_t> targets;
    for (const auto &list : function.targetLists)
      if (list.label == branch.target)
        for (uint32_t label : list.targets)
          targets.push_back(place(label));
    branch.target = uint32_t(program.targetLists.size());
    program.targetLists.push_back(std::move(targets));
  }
  for (uint32_t index : body.returns)
    program.code[index].target = body.starts.back();
}

/// An opcode with its modifiers, as it is written.
static std::string spell(const Instruction &text) {
  std::string spelling(text.opcode);
  for (std::string_view modifier : text.modifiers)
    spelling.append(".").append(modifier);
  return spelling;
}

void Decoder::decodeInstruction(const Instruction &text) {
  ++program.opcodes[spell(text)];
  Family family = findFamily(text.opcode);
  if (!family) {
    refuse(text, "unknown opcode '" + std::string(text.opcode) + "'");
    return;
  }
  Instr instr;
  instr.line = text.line;
  if (text.guard >= 0) {
    instr.guard = int32_t(registerSlot(text.guard).offset);
    instr.isGuardNegated = text.isGuardNegated;
  }
  Decoding decoding(*this, text, instr);
  if (!family(decoding))
    return;
  if (decoding.hasModifiers()) {
    refuse(text, "unknown modifier '." + std::string(decoding.firstModifier()) +
                     "' of '" + std::string(text.opcode) + "'");
    return;
  }
  // A return from a function that is inlined.
  uint32_t index = uint32_t(program.code.size());
  if (text.opcode == "ret" && frame->caller) {
    instr.action = Action::Branch;
    frame->returns.push_back(index);
  } else if (instr.action == Action::Branch ||
             instr.action == Action::IndexedBranch) {
    frame->branches.push_back(index);
  }
  program.code.push_back(instr);
}

/// The operands of a call: a list of results, the name, a list of arguments.
bool Decoder::decodeCall(const Instruction &text) {
  ++program.opcodes[spell(text)];
  size_t index = 0;
  static const std::vector<Operand> none;
  const std::vector<Operand> *results = &none, *arguments = &none;
  const auto &operands = text.operands;
  if (index < operands.size() && operands[index].kind == Operand::Kind::List)
    results = &operands[index++].elements;
  if (index >= operands.size())
    return refuse(text, "expected the name of a function");
  const Operand &name = operands[index++];
  if (name.kind != Operand::Kind::Symbol)
    return refuse(text, "indirect calls are not supported",
                  "make the functions that may be called visible, so that the "
                  "compiler can inline them");
  if (index < operands.size() && operands[index].kind == Operand::Kind::List)
    arguments = &operands[index++].elements;
  const Function *callee = module.findFunction(name.name);
  if (!callee || callee->isDeclaration)
    return refuse(text, "function '" + std::string(name.name) +
                            "' is not defined in the module");
  for (Frame *outer = frame; outer; outer = outer->caller)
    if (outer->function == callee)
      return refuse(text, "recursive calls are not supported");
  ++numCalls;
  if (depth >= kCallDepth)
    return refuse(text, "calls are nested more than 64 deep");
  if (text.guard >= 0) {
    // Lanes without the guard go around the copy.
    Instr skip;
    skip.action = Action::Branch;
    skip.line = text.line;
    skip.guard = int32_t(registerSlot(text.guard).offset);
    skip.isGuardNegated = !text.isGuardNegated;
    program.code.push_back(skip);
  }
  size_t guard = program.code.size() - 1;
  Frame copy;
  copy.function = callee;
  if (!bindParameters(text, copy, callee->parameters, *arguments, false) ||
      !bindParameters(text, copy, callee->results, *results, true))
    return false;
  ++depth;
  decodeBody(copy);
  --depth;
  // Results in registers.
  for (size_t i = 0; i < callee->results.size(); ++i)
    if (callee->results[i].registerIndex >= 0 &&
        (*results)[i].kind == Operand::Kind::Register)
      emitMove(text, registerSlot(int((*results)[i].value)),
               copy.registers[callee->results[i].registerIndex]);
  if (text.guard >= 0)
    program.code[guard].target = uint32_t(program.code.size());
  return true;
}

bool Decoder::bindParameters(const Instruction &text, Frame &callee,
                             const std::vector<Variable> &formals,
                             const std::vector<Operand> &actuals,
                             bool isResult) {
  if (formals.size() != actuals.size())
    return refuse(text, "'" + std::string(callee.function->name) + "' has " +
                            std::to_string(formals.size()) +
                            (isResult ? " results" : " parameters") +
                            ", the call has " + std::to_string(actuals.size()));
  for (size_t i = 0; i < formals.size(); ++i) {
    const Variable &formal = formals[i];
    const Operand &actual = actuals[i];
    if (formal.registerIndex >= 0) {
      Slot slot = allocate(formal.type);
      callee.registers[formal.registerIndex] = slot;
      Instr instr;
      Decoding decoding(*this, text, instr);
      Slot source;
      if (isResult)
        continue;
      if (!decoding.source(actual, formal.type, source))
        return false;
      emitMove(text, slot, source);
      continue;
    }
    auto place = actual.kind == Operand::Kind::Symbol ? findSymbol(actual)
                                                      : std::nullopt;
    if (place) {
      callee.parameters[formal.name] = *place;
      continue;
    }
    return refuse(text, "expected a .param variable for '" +
                            std::string(formal.name) + "'");
  }
  return true;
}

Program weft::ptx::decode(const Module &module, const Function &entry,
                          const SymbolAddress &symbols,
                          std::vector<Diagnostic> &diagnostics) {
  Program program;
  Decoder(module, symbols, program, diagnostics).run(entry);
  return program;
}
